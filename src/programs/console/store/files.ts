// Files that the page saves and opens.

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function chooseFile(accept: string, onChoose: (file: File) => unknown): void {
  const field = Object.assign(document.createElement('input'), { type: 'file', accept })
  field.addEventListener('change', () => field.files?.[0] && onChoose(field.files[0]))
  field.click()
}
