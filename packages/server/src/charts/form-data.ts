/** What a saved chart asks for: its settings with the facts of its row, which win. */
export function formDataOf(chart: {
  readonly id: number
  readonly params: string | null
  readonly viz_type: string
  readonly datasource_id: number
  readonly datasource_type: string
  readonly cache_timeout?: number | null
}): Record<string, unknown> {
  const form: Record<string, unknown> = {
    ...paramsOf(chart.params),
    slice_id: chart.id,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
  }
  if (chart.cache_timeout) form['cache_timeout'] = chart.cache_timeout
  // Very old charts keep the two ends of their range apart.
  if ('since' in form || 'until' in form) {
    const { since, until } = form
    delete form['since']
    delete form['until']
    form['time_range'] = `${typeof since === 'string' ? since : ''} : ${typeof until === 'string' ? until : ''}`
  }
  return form
}

function paramsOf(text: string | null): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const exploreUrl = (chartId: number): string => `/explore/?slice_id=${chartId}`

/** The address with the id said twice, as old links have it. */
export const sliceUrl = (chartId: number): string => `${exploreUrl(chartId)}&form_data=%7B%22slice_id%22%3A%20${chartId}%7D`
