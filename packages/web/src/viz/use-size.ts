import { useLayoutEffect, useState, type RefObject } from 'react'

/** The inner size of an element, followed as it changes. undefined until it was measured. */
export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } | undefined {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>()
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = (): void => {
      const next = { width: target.clientWidth, height: target.clientHeight }
      setSize((current) => (current && current.width === next.width && current.height === next.height ? current : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}
