#ifndef HEIRLOOM_CZLIB_H
#define HEIRLOOM_CZLIB_H

#include <zlib.h>

// inflateInit2 and deflateInit2 are macros that pass the size of the caller's struct.
static inline int czlib_inflate_init(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }
static inline int czlib_deflate_init(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

#endif
