// Reads the stages of a Dockerfile.

import { DockerfileParser } from 'dockerfile-ast'

/** What this program can execute. Anything else is an error, so that no step is left out silently. */
const KNOWN = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']

/**
 * Reads the stages of a Dockerfile, each with its instructions in order.
 *
 * @returns `{ name, image, steps }` for each stage; a step is `{ keyword, instruction, text }`
 */
export function readStages(text) {
  const stages = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword()
    if (!KNOWN.includes(keyword)) {
      throw new Error(`Failed to execute ${keyword}: unknown instruction. Known: ${KNOWN.join(', ')}.`)
    }
    if (keyword === 'FROM') {
      stages.push({ name: instruction.getBuildStage() ?? '', image: instruction.getImage(), steps: [] })
    } else {
      stages.at(-1).steps.push({ keyword, instruction, text: toText(instruction) })
    }
  }
  return stages
}

/** The words of a command in its exec form. */
export function readExecForm({ keyword, text }) {
  const [array] = /\[.*\]$/.exec(text) ?? []
  if (array !== undefined) return JSON.parse(array)
  throw new Error(`Failed to read ${keyword}: "${text}". Write its command as a JSON array.`)
}

// Without flags and line breaks.
function toText(instruction) {
  return instruction
    .getArguments()
    .map((argument) => argument.getValue())
    .join(' ')
}
