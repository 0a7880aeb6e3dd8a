// A field for filters as text: `status=READY name_contains=shift night`.

import type { TargetedKeyboardEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../../page/console.ts'

export interface FieldFilter {
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
}

/** Parses a filter. Values with spaces are in double quotes. Only the given names are fields. */
export function parseFilter(text: string, names: readonly string[]): FieldFilter {
  const fields: Record<string, string> = {}
  const words: string[] = []
  for (const [whole, name = '', quoted, plain] of text.matchAll(/([\w.[\]-]+)=(?:"([^"]*)"|(\S*))|\S+/g)) {
    if (names.includes(name)) fields[name] = quoted ?? plain ?? ''
    else words.push(whole)
  }
  return { fields, text: words.join(' ') }
}

/** Whether a text contains all words of another one. */
export function hasWords(text: string, words: string): boolean {
  const lower = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

export function formatFilter({ fields, text }: FieldFilter): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${/\s/.test(value) ? `"${value}"` : value}`)
  return [...parts, text].filter((part) => part !== '').join(' ')
}

interface FilterFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What can be typed: names of fields with their values. */
  suggestions?: readonly string[]
  placeholder?: string
}

// Typing is not slowed down by what it filters.
const PAUSE = 150

/** What is typed, which is passed on when somebody pauses. */
function useDraft(value: string, onChange: (value: string) => void): [string, (draft: string) => void] {
  const [draft, setDraft] = useState(value)
  // Other effects run some time after a rendering. What is typed meanwhile would be lost.
  useLayoutEffect(() => setDraft(value), [value])
  useLayoutEffect(() => {
    if (draft === value) return
    const timer = setTimeout(() => onChange(draft), PAUSE)
    return () => clearTimeout(timer)
  }, [draft, value])
  return [draft, setDraft]
}

/** A field for filters. `f` goes to it, Escape empties it, and then leaves it. */
export function FilterField({ label, value, onChange, suggestions = [], placeholder }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [draft, setDraft] = useDraft(value, onChange)
  useKeys([{ keys: 'f', title: 'Filter', run: () => field.current?.focus() }])
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (draft === '') field.current?.blur()
    else {
      setDraft('')
      onChange('')
    }
  }
  return (
    <div class="filter-field">
      <input
        ref={field}
        aria-label={label}
        type="search"
        value={draft}
        placeholder={placeholder ?? label}
        autocomplete="off"
        spellcheck={false}
        list={suggestions.length > 0 ? id : undefined}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => draft !== value && onChange(draft)}
        aria-keyshortcuts="f"
      />
      {suggestions.length > 0 && (
        <datalist id={id}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  )
}
