import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTheme } from '../theme.ts'
import styles from './Thumbnail.module.css'
import { makeTurns } from './turns.ts'

export interface ThumbnailProps {
  /** The picture the server draws; none or a failed one shows the glyph. */
  readonly src: string | null | undefined
  readonly glyph: ReactNode
  readonly size: 'small' | 'large'
}

/** When the server has too much to draw it asks for patience; milliseconds until the next attempt. */
const patience = [1500, 4000, 8000]

/** A browser opens few connections to a server; a page of pictures must leave some for what a person asks meanwhile. */
const turns = makeTurns(3)

/** A small picture of a chart or dashboard, drawn by the server in the theme on screen. */
export const Thumbnail = ({ src, glyph, size }: ThumbnailProps) => {
  const theme = useTheme()
  return <span className={styles[size]}>{src ? <Picture key={`${src} ${theme}`} address={`${src}?theme=${theme}`} glyph={glyph} /> : glyph}</span>
}

type Stage = 'far' | 'waiting' | 'loading' | 'loaded' | 'failed'

const Picture = ({ address, glyph }: { readonly address: string; readonly glyph: ReactNode }) => {
  const [stage, setStage] = useState<Stage>('far')
  const [attempt, setAttempt] = useState(0)
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (stage !== 'far' || !place.current) return
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setStage('waiting')
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [stage])

  const isAsking = stage === 'waiting' || stage === 'loading'
  useEffect(() => {
    if (!isAsking) return
    return turns.take(() => setStage('loading'))
  }, [isAsking])

  useEffect(() => {
    const wait = patience[attempt]
    if (stage !== 'failed' || wait === undefined) return
    const timer = setTimeout(() => {
      setAttempt(attempt + 1)
      setStage('waiting')
    }, wait)
    return () => clearTimeout(timer)
  }, [stage, attempt])

  const isDrawn = stage === 'loading' || stage === 'loaded'
  return (
    <span ref={place} className={styles.place}>
      {stage !== 'loaded' && glyph}
      {isDrawn && (
        <img
          className={stage === 'loading' ? styles.coming : undefined}
          src={attempt === 0 ? address : `${address}&attempt=${attempt}`}
          alt=""
          decoding="async"
          onLoad={() => setStage('loaded')}
          onError={() => setStage('failed')}
        />
      )}
    </span>
  )
}
