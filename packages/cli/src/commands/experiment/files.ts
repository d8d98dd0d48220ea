import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Report, writeReport } from '@askance/bench'
import { failed } from '../../files/sink.js'
import { counted } from '../../terminal/numbers.js'

/** Writes a report where the flags say; gives what was written, in words. */
export const writtenReport = async (
  report: Report,
  { output, html }: { readonly output: string | undefined; readonly html?: string | undefined },
): Promise<readonly string[]> => {
  const written: string[] = []
  if (output !== undefined) {
    const files = await writeReport(report, output).catch(failed(output))
    const pictures = files.filter((file) => file.endsWith('.svg')).length
    const others = files.filter((file) => !file.endsWith('.svg'))
    written.push(
      ...others,
      ...(pictures > 0 ? [`${counted(pictures, 'picture')} beside them in figures`] : []),
    )
  }
  if (html !== undefined) {
    const { reportHtml } = await import('@askance/bench/drawing')
    await writeText(html, reportHtml(report))
    written.push(html)
  }
  return written
}

/** Writes a file, and the folders above it. */
export const writeText = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true }).catch(failed(path))
  await writeFile(path, text).catch(failed(path))
}
