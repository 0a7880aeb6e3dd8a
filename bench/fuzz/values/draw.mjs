const TWO_TO_32 = 2 ** 32

/**
 * Opens the random stream of a case. It depends only on its arguments, so that a case can be
 * repeated without those before it.
 */
export function openDraw(...key) {
  const next = createGenerator(hash(key.join('/')))
  const fraction = () => next() / TWO_TO_32
  const integer = (least, most) => least + Math.floor(fraction() * (most - least + 1))
  const pick = (list) => list[integer(0, list.length - 1)]
  return {
    fraction,
    integer,
    pick,
    chance: (probability) => fraction() < probability,
    /** Calls one of the functions of a list of [weight, function]. */
    weighted: (choices, ...args) => pickWeighted(choices, fraction())(...args),
    many: (least, most, make) => Array.from({ length: integer(least, most) }, (_, index) => make(index)),
    bytes: (length) => Buffer.from(Array.from({ length }, () => integer(0, 255))),
    /** A number between the two, usually near the lower one. */
    skewed: (least, most) => Math.floor(least * (most / least) ** fraction()),
  }
}

function pickWeighted(choices, fraction) {
  let left = choices.reduce((sum, [weight]) => sum + weight, 0) * fraction
  const found = choices.find(([weight]) => {
    left -= weight
    return left < 0
  })
  return (found ?? choices.at(-1))[1]
}

// FNV-1a, once for each of the four words of the generator's state.
function hash(text) {
  return [0, 1, 2, 3].map((word) => {
    let value = 0x811c9dc5 ^ word
    for (let index = 0; index < text.length; index += 1) {
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
    }
    return value >>> 0
  })
}

// sfc32: small, fast, and good enough for choices.
function createGenerator([a, b, c, d]) {
  const next = () => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round += 1) next()
  return next
}
