import type { About } from '../about.ts'
import { askTools } from './ask-tools.ts'
import { changeTools } from './change-tools.ts'
import { seeTools } from './see-tools.ts'
import { testTools } from './test-tools.ts'
import type { Tool } from './tool.ts'
import { worldTools } from './world-tools.ts'

/** Lists all tools, in the order in which an agent sees them. */
export function listTools(about: About): readonly Tool[] {
  return [...seeTools, ...askTools, ...changeTools, ...worldTools, ...testTools].map((toolOf) => toolOf(about))
}
