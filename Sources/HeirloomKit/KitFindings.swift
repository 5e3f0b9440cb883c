public import HeirloomFindings

/// The kinds of finding that the library can record, room by room.
public enum KitFindings {
  public static let all: [FindingKind] = FindingKind.common
}
