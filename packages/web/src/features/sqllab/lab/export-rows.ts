import { requestStream } from '../../../api/request-stream.ts'
import { saveFile } from '../../../ui/save-file.ts'

export type ExportFormat = 'csv' | 'xlsx'

/**
 * All rows of a run as a file, however many there are: the database is asked again, so this may take its time. Answers the name of the file once the browser
 * has it. The bytes go to the browser's own store, not into the page.
 */
export async function exportRows(runId: string, format: ExportFormat, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<string> {
  const path = `/api/v1/sqllab/export/${encodeURIComponent(runId)}/${format === 'csv' ? '' : `?result_format=${format}`}`
  const reply = await requestStream(path, { accept: '*/*', signal })
  let bytes = 0
  const counted = reply.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length
        onBytes(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  const file = await new Response(counted, { headers: { 'content-type': reply.headers.get('content-type') ?? '' } }).blob()
  const name = fileNameOf(reply.headers.get('content-disposition')) ?? `sqllab_${runId}.${format}`
  saveFile(file, name)
  return name
}

const fileNameOf = (disposition: string | null): string | undefined => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]
