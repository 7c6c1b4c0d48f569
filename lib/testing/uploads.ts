import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Env } from '#lib/process/env.ts'
import { BOUNDARY, form, type Part, SMALL, serveInstance } from '#lib/testing/files.ts'
import { openInstance } from '#lib/testing/instance.ts'

export const file = (body: Buffer | string, fileName = 'scan.png', more: Partial<Part> = {}): Part => ({
  name: 'file',
  fileName,
  body,
  ...more,
})
const CRLF = Buffer.from('\r\n')

export const purpose = (body = 'other'): Part => ({ name: 'purpose', body })

export type Reply = Record<string, string> & { error: Record<string, string> }

/** A served instance with files in a folder of its own, and requests with files. */
export async function openUploads() {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
  const instance = await openInstance({ settings: { DATA_DIR: folder } })
  ;(globalThis as { counterfoilEnv?: Env }).counterfoilEnv = undefined
  const server = await serveInstance(instance)

  async function upload(body: Buffer, headers: Record<string, string> = {}) {
    const response = await server.upload(body, headers)
    return { response, status: response.status, body: (await response.json()) as Reply }
  }

  /** Everything that there is: objects, half-written ones, rows. */
  async function everything() {
    const keys = []
    for await (const { key } of instance.runtime.storage.list('')) keys.push(key)
    const { rows } = await instance.runtime.query('SELECT count(*)::int AS count FROM documents', [])
    const unfinished = await instance.runtime.storage.clearUnfinished(Number.MAX_SAFE_INTEGER)
    return { keys: keys.sort(), rows: rows[0]?.count, unfinished }
  }

  /** Runs what must change nothing. */
  async function leavingNothing<T>(work: () => Promise<T>): Promise<T> {
    const before = await everything()
    const result = await work()
    await expect.poll(everything, { timeout: 5000 }).toEqual(before)
    return result
  }

  async function rejection(body: Buffer, headers: Record<string, string> = {}) {
    const { status, body: response } = await leavingNothing(() => upload(body, headers))
    return [status, response.error?.reason, response.error?.field, response.error?.description]
  }

  /** @param length of the body, or null for one whose length is not announced */
  function headOf(length: number | null, headers: Record<string, string>): string {
    const lines = { authorization: server.authorization, ...headers }
    const framing = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
    return `POST /v1/documents HTTP/1.1\r\nHost: desk\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${framing}\r\n${Object.entries(
      lines,
    )
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`
  }

  /**
   * Sends an endless PDF, as fast as it is read.
   * @param announced whether a length is announced, up to which it is sent
   * @returns the response, and how much could be sent
   */
  async function pour(
    length: number,
    headers: Record<string, string>,
    announced = true,
  ): Promise<{ response: string; sent: number }> {
    const socket = connect(server.port, '127.0.0.1')
    let response = ''
    let gone = false
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => {
        gone = true
        resolve()
      })
    })
    socket.on('end', () => {
      gone = true
    })
    socket.write(headOf(announced ? length : null, headers))
    const framed = (bytes: Buffer) =>
      announced ? bytes : Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF])
    const begun = form(SMALL.pdf)
    socket.write(framed(begun.subarray(0, begun.indexOf(SMALL.pdf) + SMALL.pdf.length)))
    const chunk = framed(Buffer.alloc(65_536, 7))
    let sent = 0
    const ready = new Promise<void>((resolve) =>
      socket.on('drain', next).on('end', resolve).on('close', resolve),
    )
    function next() {
      while (!gone && sent < length) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    next()
    await ready
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 6000))])
    socket.destroy()
    return { response, sent: Math.min(sent, socket.bytesWritten) }
  }

  async function close() {
    await server.close()
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  }

  return { instance, server, folder, upload, everything, leavingNothing, rejection, headOf, pour, close }
}

export type Uploads = Awaited<ReturnType<typeof openUploads>>
