// Turns an instruction into the past tense.

const IRREGULAR: Readonly<Record<string, string>> = {
  Draw: 'Drew',
  Freeze: 'Froze',
  Make: 'Made',
  Reset: 'Reset',
  Send: 'Sent',
  Set: 'Set',
  Take: 'Took',
}

type Verb =
  | 'Add'
  | 'Assume'
  | 'Change'
  | 'Clear'
  | 'Create'
  | 'Delete'
  | 'Draw'
  | 'End'
  | 'Fork'
  | 'Freeze'
  | 'Load'
  | 'Make'
  | 'Move'
  | 'Open'
  | 'Remove'
  | 'Reset'
  | 'Restore'
  | 'Return'
  | 'Save'
  | 'Send'
  | 'Set'
  | 'Start'
  | 'Store'
  | 'Switch'
  | 'Take'
  | 'Turn'

/** What to do, as a sentence that begins with a verb whose past is known: `Load busy`. */
export type Imperative = `${Verb} ${string}`

/** Puts the verb that a sentence begins with into the past: `Load busy` becomes `Loaded busy`. */
export function toPast(sentence: string): string {
  return sentence.replace(/^\w+/, (verb) => IRREGULAR[verb] ?? verb + (verb.endsWith('e') ? 'd' : 'ed'))
}
