export function findChangedSource(root?: string): string | undefined
