import type { Picture, Size } from '@sightline/charts'
import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import type * as EchartsCore from './echarts-core.ts'
import styles from './drawers.module.css'

type EchartsPicture = Extract<Picture, { kind: 'echarts' }>

let library: Promise<typeof EchartsCore> | undefined
const loadLibrary = (): Promise<typeof EchartsCore> => (library ??= import('./echarts-core.ts'))

/** How many marks make canvas the better choice: below, SVG is sharper at any zoom. */
const manyMarks = 3000

const countMarks = (option: EchartsPicture['option']): number => {
  const series = Array.isArray(option.series) ? option.series : option.series ? [option.series] : []
  return series.reduce((sum, one) => sum + (Array.isArray((one as { data?: unknown }).data) ? (one as { data: unknown[] }).data.length : 0), 0)
}

/** Draws what ECharts can draw. The library comes with the first such chart; changes of data do not move. */
export const EchartsDrawer = ({ picture, size }: { readonly picture: EchartsPicture; readonly size: Size }) => {
  const place = useRef<HTMLDivElement>(null)
  const [instance, setInstance] = useState<ECharts>()
  const renderer = countMarks(picture.option) > manyMarks ? 'canvas' : 'svg'

  useEffect(() => {
    let made: ECharts | undefined
    let isGone = false
    void loadLibrary().then(({ createInstance }) => {
      if (isGone || !place.current) return
      made = createInstance(place.current, renderer)
      setInstance(made)
    })
    return () => {
      isGone = true
      made?.dispose()
      setInstance(undefined)
    }
  }, [renderer])

  useEffect(() => {
    if (!instance || instance.isDisposed()) return
    instance.resize({ width: size.width, height: size.height })
    instance.setOption({ ...picture.option, animation: false } as EChartsCoreOption, { notMerge: true })
  }, [instance, picture, size.width, size.height])

  return <div ref={place} className={styles.echarts} style={{ width: size.width, height: size.height }} aria-hidden />
}
