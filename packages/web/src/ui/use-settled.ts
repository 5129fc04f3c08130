import { useEffect, useState } from 'react'

/** A value once it has stopped changing for a moment: what is typed is not asked for letter by letter. Values are compared by what they say. */
export const useSettled = <Value>(value: Value, ms: number): Value => {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState({ text, value })
  useEffect(() => {
    if (text === settled.text) return undefined
    const timer = setTimeout(() => setSettled({ text, value: JSON.parse(text) as Value }), ms)
    return () => clearTimeout(timer)
  }, [text, settled.text, ms])
  return settled.value
}
