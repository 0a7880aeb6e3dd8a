import { expect, test } from 'vitest'
import { quote } from '../../src/engine/input/text/quote.ts'
import { quoteForShell } from '../../src/engine/input/text/shell.ts'
import { writeString } from '../../src/entries/request-code/literal.ts'
import { toPrintable } from '../../src/programs/probe/run/output.ts'

const write = (text: string) => [quote(text), quoteForShell(text), writeString(text), toPrintable(text)]

test.for([
  ...['\0', '\u001b', '\u007f', '\u0085', '\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u200b', '\u200d'],
  ...['\u200e', '\u2028', '\u202e', '\u2066', '\u3164', '\ufeff', '\ufff9', '\u{e0001}', '\ud800'],
])('no message, command, code or output contains %j', (character) => {
  for (const written of write(`name${character}s`)) expect(written).not.toContain(character)
})

test.for(['żółw', '👩‍👩‍👧‍👦', '❤️‍🔥', '1️⃣', 'می‌خواهم'])('"%s" is written as it is', (text) => {
  for (const written of write(text)) expect(written).toContain(text)
})
