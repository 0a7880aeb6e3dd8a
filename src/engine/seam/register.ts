// What the engine reads of the service: the open questions, and the presets.

export { type AssumptionId, basePresets, PRESETS, type Preset, register } from '../../service/assumptions/register.ts'
