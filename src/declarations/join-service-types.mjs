// Gives the bundled declarations of the engine the types of the service.

const JOINED = [
  {
    file: '/engine/define/service-types.d.ts',
    declared: /export interface ServiceTypes \{\s*\}/,
    joined: `import type { ServiceTypes } from '../../service/service-types.ts'\nexport type { ServiceTypes }`,
  },
  {
    file: '/service/service-types.d.ts',
    declared: /declare module '[^']+' \{\s*(interface ServiceTypes \{.*\})\s*\}/s,
    joined: 'export $1',
  },
]

/**
 * In `src`, the service adds its types to the engine's with `declare module`, because the engine does not import it. A
 * bundle has no such modules, so there the engine's type is the service's.
 */
export const joinServiceTypes = {
  name: 'join-service-types',
  transform: {
    order: 'pre',
    handler(declarations, id) {
      const rule = JOINED.find(({ file }) => id.endsWith(file))
      if (rule === undefined) return undefined
      if (!rule.declared.test(declarations)) {
        throw new Error(`Failed to find ServiceTypes in ${id}. Allowed: what matches ${rule.declared}.`)
      }
      return declarations.replace(rule.declared, rule.joined)
    },
  },
}
