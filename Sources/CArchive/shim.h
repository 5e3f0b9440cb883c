#ifndef HEIRLOOM_CARCHIVE_H
#define HEIRLOOM_CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#endif
