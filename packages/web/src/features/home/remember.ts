import { useState } from 'react'

/** A choice that the browser keeps under a name. */
export const useRemembered = <Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): [Choice, (choice: Choice) => void] => {
  const [choice, setChoice] = useState<Choice>(() => {
    try {
      const stored = localStorage.getItem(key)
      return choices.find((candidate) => candidate === stored) ?? fallback
    } catch {
      return fallback
    }
  })
  const choose = (next: Choice): void => {
    setChoice(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Forgotten with the page then.
    }
  }
  return [choice, choose]
}
