// The open questions of the service, for the engine.

import type { Questions } from '../../engine/define/register-entry.ts'
import { basePresets, PRESETS, register } from './register.ts'

/** The open questions and the presets. */
export const questions: Questions = { register, presets: PRESETS, basePresets }
