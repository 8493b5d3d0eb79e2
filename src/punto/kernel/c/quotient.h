/* The double nearest to a quotient of 128-bit integers, rounded once (ties to even). */
#ifndef PUNTO_QUOTIENT_H
#define PUNTO_QUOTIENT_H

#include <math.h>
#include <stdint.h>

typedef unsigned __int128 punto_u128;

static int punto_bits(punto_u128 a)
{
    const uint64_t high = (uint64_t)(a >> 64), low = (uint64_t)a;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

/* 2 to the power e; all exponents here are normal ones. */
static double punto_power(int e)
{
    union { uint64_t bits; double number; } u;
    u.bits = (uint64_t)(e + 1023) << 52;
    return u.number;
}

/* a over b for any size: sixty-four bits of the quotient by subtraction, the last one set if anything is left. */
static double punto_long_division(punto_u128 a, punto_u128 b)
{
    int shift = punto_bits(b) - punto_bits(a);
    if (shift >= 0) a <<= shift;
    else b <<= -shift;
    uint64_t q = 0;
    for (int i = 0; i < 62; i++) { /* b < 2^127 and a < 2 b: neither side ever overflows. */
        q <<= 1;
        if (a >= b) a -= b, q |= 1;
        a <<= 1;
    }
    return (double)(q << 1 | (a != 0)) * punto_power(-shift - 62);
}

/* Not a number where the denominator is 0. The denominator is never negative, and both are below 2^126 in size. */
static double quotient(__int128 numerator, __int128 denominator)
{
    const punto_u128 b = (punto_u128)denominator;
    const punto_u128 a = numerator < 0 ? -(punto_u128)numerator : (punto_u128)numerator;
    const punto_u128 whole = (punto_u128)1 << 53;
    double size;
    if (!b) return (double)NAN;
    if (!a) return 0.0;
    if (a <= whole && b <= whole) {
        size = (double)(uint64_t)a / (double)(uint64_t)b; /* Both exact: the division is the one rounding. */
    } else if (!(a >> 64) && !(b >> 64)) {
        const int up = __builtin_clzll((uint64_t)a), down = __builtin_clzll((uint64_t)b);
        const punto_u128 top = (punto_u128)((uint64_t)a << up) << 63;
        const uint64_t bottom = (uint64_t)b << down;
        const uint64_t q = (uint64_t)(top / bottom);
        size = (double)(q | ((punto_u128)q * bottom != top)) * punto_power(down - up - 63);
    } else {
        size = punto_long_division(a, b);
    }
    return numerator < 0 ? -size : size;
}

#endif
