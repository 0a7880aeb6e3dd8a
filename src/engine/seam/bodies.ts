// What the engine reads of the service's framework: how bodies are parsed.

export { MOST_OF_A_BODY } from '../../fastapi/bodies/parse-body.ts'
