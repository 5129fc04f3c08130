import { colorSchemes, schemeOf } from '@sightline/charts'
import { Select } from '../ui/Select.tsx'
import { useTheme } from '../ui/theme.ts'
import styles from './controls.module.css'
import type { WidgetProps } from './widget.ts'

/** The palettes with their colours in front of their names. */
export const ColorSchemeControl = ({ control, value, onChange, ids }: WidgetProps) => {
  const theme = useTheme()
  const wanted = new Set((control.options ?? []).map(([id]) => id))
  const offered = colorSchemes.filter(({ id }) => wanted.size === 0 || wanted.has(id))
  const kind = offered[0]?.kind ?? 'categorical'
  return (
    <Select
      {...ids}
      label={control.label}
      options={offered.map((scheme) => ({
        value: scheme.id,
        label: scheme.label,
        icon: (
          <span className={styles.swatches} aria-hidden>
            {scheme[theme].slice(0, 6).map((color) => (
              <span key={color} style={{ background: color }} />
            ))}
          </span>
        ),
      }))}
      value={schemeOf(value, kind).id}
      onChange={(id) => onChange(id ?? null)}
    />
  )
}
