#ifndef HEIRLOOM_CSQLITE_H
#define HEIRLOOM_CSQLITE_H

#include <sqlite3.h>

// SQLite's two destructor constants are casts to a function pointer, which Swift cannot import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int csqlite_db_config_switch(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

#endif
