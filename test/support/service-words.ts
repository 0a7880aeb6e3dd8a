// Words that only our own service has, so that nothing that is said about another one may contain them.

const WORDS =
  /deploy(?!mock)\w*|revision|rollout|tenant|integrations?\b(?! test)|repositor\w*|oauth|provider|listener|langsmith|langgraph|github|\bspec\b|\/v[12]\/|x-api-key|nameMatching|name_contains|\bREADY\b/gi

/** Lists these words in a text, each with what stands around it. */
export function findServiceWords(text: string): string[] {
  return Array.from(text.matchAll(WORDS), ({ index, 0: word }) =>
    text.slice(Math.max(0, index - 30), index + word.length + 30),
  )
}
