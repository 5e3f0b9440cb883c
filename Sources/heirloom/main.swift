internal import Foundation
internal import HeirloomCommand

exit(runHeirloom())
