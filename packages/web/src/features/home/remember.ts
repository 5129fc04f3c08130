import { useState } from 'react'

/** What the browser keeps under a name; browsers that keep nothing answer like empty ones. */
export const readKept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const keep = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Forgotten with the page then.
  }
}

/** A choice that the browser keeps under a name. */
export const useRemembered = <Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): [Choice, (choice: Choice) => void] => {
  const [choice, setChoice] = useState<Choice>(() => {
    const stored = readKept(key)
    return choices.find((candidate) => candidate === stored) ?? fallback
  })
  const choose = (next: Choice): void => {
    setChoice(next)
    keep(key, next)
  }
  return [choice, choose]
}
