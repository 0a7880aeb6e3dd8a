export const graph = {}
