// What the engine reads of the service's framework: how JSON is parsed.

export { locateInText } from '../../fastapi/json/json-error.ts'
export { parseJson, REPEATED, UNREPEATED } from '../../fastapi/json/parse-json.ts'
