import { findServiceWords } from '../../support/service-words.ts'

// Words of the tried APIs that our service has, too.
const OWN = /\/v1|repositor/i

/** Lists the words in a text that only our own service has. */
export const findForeignWords = (text: string): string[] => findServiceWords(text).filter((each) => !OWN.test(each))
