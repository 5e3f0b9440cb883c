#ifndef HEIRLOOM_CCRYPTO_H
#define HEIRLOOM_CCRYPTO_H

#include <openssl/evp.h>
#include <openssl/hmac.h>

#endif
