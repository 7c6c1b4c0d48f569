type Frame = { functionName: string; url: string; lineNumber: number }
type Node = { id: number; callFrame: Frame; children?: number[] }
export type CpuProfile = { nodes: Node[]; startTime: number; samples: number[]; timeDeltas: number[] }

/** The first group that matches a frame has it: by the name of a native function, or by the file of any other. */
const NATIVE: [string, RegExp][] = [
  ['garbage collection', /^\(garbage collector\)$/],
  ['native code of Node', /^\(program\)$/],
  ['sockets', /^(writev|write\w*String|writeBuffer|readStart|readStop|shutdown|connect|open|close)$/],
  [
    'loading modules',
    /^(compileFunctionForCJSLoader|compileFunction|wrapSafe|instantiate|evaluate|link|internalModuleStat|readPackageJSON|legacyMainResolve|getCompileCacheEntry|dlopen)$/,
  ],
  ['JSON', /^(parse|stringify|rawJSON)$/],
  ['hashes and random bytes', /^(update|digest|Hash|Hmac|oneShotDigest|timingSafeEqual|randomFillSync)$/],
]
const FILES: [string, RegExp][] = [
  [
    'loading modules',
    /node:internal\/(modules|bootstrap|process\/(execution|pre_execution|esm_loader)|vm|source_map|main|deps\/(cjs|minimatch))|node:(module|vm)/,
  ],
  ['hashes and random bytes', /node:(internal\/)?crypto|lib\/secrets|random-text/],
  ['parsing and writing HTTP', /node:_http|node:internal\/http|llhttp|undici|lib\/webhooks\/(send|connect)/],
  [
    'sockets',
    /node:(net|stream|internal\/streams?|internal\/stream_base_commons|internal\/js_stream|dns|tls)/,
  ],
  ['event loop and promises', /node:(timers|async_hooks|events|buffer|internal\/)/],
  ['PostgreSQL client', /node_modules\/(pg|pg-[\w-]+|postgres-[\w-]+)\/|lib\/db\.ts/],
  ['building the statement', /lib\/(pipeline\/(changes|changes-statement|writer|transact)|counters|ledger)/],
  [
    'checking input and output',
    /node_modules\/(zod|libphonenumber)|pipeline\/input|\/schema(\/|\.ts)|lib\/values/,
  ],
  ['idempotency key', /pipeline\/idempoten/],
  [
    'request log',
    /request-log|request-lines|redact|lib\/log\.ts|node_modules\/(pino|sonic-boom|thread-stream)/,
  ],
  ['queue of jobs', /lib\/jobs|pg-boss/],
  [
    'router, surfaces and authentication',
    /lib\/(server|surfaces|auth|plain-request|read-bytes|oauth)|app\/v/,
  ],
  ['operations and the bank', /lib\/(domain|pipeline|acquirer|runtime|gathered|query|permissions|heartbeat)/],
  ['webhook dispatcher', /lib\/webhooks/],
  ['the baseline itself', /bench\/servers/],
  [
    'GraphQL',
    /node_modules\/(graphql|graphile|postgraphile|pg-sql2|lru|@graphile|koa|finalhandler|body|raw)/,
  ],
]

/** The shares of the busy time between two times by group and by function, largest first. */
export function sharesOf(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  from: number,
  to: number,
): { groups: [string, number][]; functions: [string, number][] } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const groups = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  let at = startTime
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0
    at += time
    const frame = byId.get(id)?.callFrame
    if (at < from || at > to || !frame || frame.functionName === '(idle)') continue
    busy += time
    const group = groupOf(id, byId, parents)
    groups.set(group, (groups.get(group) ?? 0) + time)
    const name = `${frame.functionName || 'anonymous'} (${frame.url.split('/').slice(-2).join('/') || 'native'})`
    functions.set(name, (functions.get(name) ?? 0) + time)
  }
  const sorted = (times: Map<string, number>) =>
    [...times].map(([name, time]): [string, number] => [name, time / busy]).sort((a, b) => b[1] - a[1])
  return { groups: sorted(groups), functions: sorted(functions) }
}

/** A function that is built into V8 counts with the function that calls it. */
function groupOf(id: number, byId: Map<number, Node>, parents: Map<number, number>): string {
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const { functionName, url } = byId.get(at)?.callFrame ?? { functionName: '', url: '' }
    const found =
      url === ''
        ? NATIVE.find(([, pattern]) => pattern.test(functionName))
        : FILES.find(([, pattern]) => pattern.test(url))
    if (found) return found[0]
    if (url !== '') return `other: ${url.split('/').slice(-2).join('/')}`
  }
  return 'the rest'
}

/** The shares that are worth a word. */
export function large(shares: [string, number][]): [string, number][] {
  return shares.filter(([, share]) => share >= 0.005)
}
