import { askTools } from './ask-tools.ts'
import { changeTools } from './change-tools.ts'
import { seeTools } from './see-tools.ts'
import { testTools } from './test-tools.ts'
import type { Tool } from './tool.ts'
import { worldTools } from './world-tools.ts'

/** All tools, in the order in which an agent sees them. */
export const tools: readonly Tool[] = [...seeTools, ...askTools, ...changeTools, ...worldTools, ...testTools]
