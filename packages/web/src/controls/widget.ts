import type { Control } from '@sightline/charts'
import type { FieldIds } from '../ui/Field.tsx'
import type { Dataset } from './dataset.ts'

/** What every control widget gets. */
export interface WidgetProps {
  readonly control: Control
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly form: Readonly<Record<string, unknown>>
  readonly dataset: Dataset
  readonly ids: FieldIds
}

/** A thing of the dataset panel under the pointer. */
export type DraggedItem = { readonly kind: 'dataset-column'; readonly name: string } | { readonly kind: 'dataset-metric'; readonly name: string }

export const readDraggedItem = (data: Record<string | symbol, unknown>): DraggedItem | undefined =>
  (data['kind'] === 'dataset-column' || data['kind'] === 'dataset-metric') && typeof data['name'] === 'string'
    ? { kind: data['kind'], name: data['name'] }
    : undefined

export const listOf = <Item>(value: unknown): readonly Item[] =>
  value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? (value as Item[]) : [value as Item]
