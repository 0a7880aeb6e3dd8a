import fc from 'fast-check'

/**
 * All characters that a text can have, for `fc.string({ unit: character })`. With its unit `binary`, fast-check lists
 * all of them first, which takes a second.
 */
export const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))
