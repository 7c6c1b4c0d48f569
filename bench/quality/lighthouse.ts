/** The pages whose scores are measured, with the name of each in the table. */
export type Scored = { name: string; address: string }
export type Score = { page: string; performance: number; accessibility: number; best_practices: number }

/** Lighthouse brings 180 MB, so it is not among the dependencies. */
export const HOW_TO_INSTALL = 'npm install --no-save lighthouse@13.5.0'

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>

/** Lighthouse, where it is installed. */
export async function findLighthouse(): Promise<Lighthouse | null> {
  const name = 'lighthouse'
  return import(name).then(
    (module: { default: Lighthouse }) => module.default,
    () => null,
  )
}

/**
 * The scores of each page as a phone sees it, from 0 to 100: the median of several runs.
 * @param port where the browser, in which a person has signed in, can be driven
 */
export async function scores(
  lighthouse: Lighthouse,
  { base, port, pages, runs }: { base: string; port: number; pages: Scored[]; runs: number },
): Promise<Score[]> {
  const all: Score[] = []
  for (const { name, address } of pages) {
    const found: number[][] = []
    for (let run = 0; run < runs; run += 1) {
      const result = await lighthouse(new URL(address, base).href, {
        port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        disableStorageReset: true,
      })
      if (!result) throw new Error(`Lighthouse has no result for ${address}.`)
      found.push(
        CATEGORIES.map((category) => Math.round((result.lhr.categories[category]?.score ?? 0) * 100)),
      )
      process.stderr.write('.')
    }
    const [performance = 0, accessibility = 0, best_practices = 0] = CATEGORIES.map((_, at) =>
      median(found.map((scored) => scored[at] ?? 0)),
    )
    all.push({ page: name, performance, accessibility, best_practices })
  }
  return all
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
