import { clickThrough } from '#bench/clicks.ts'
import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { htmlWeight } from '#bench/page-html.ts'
import { type Figure, type Result, type Setting, WITHOUT_WORKER } from '#bench/scenarios/scenario.ts'
import { launch } from '#bench/servers/launch.ts'
import { signIn } from '#bench/session.ts'
import { lookAt } from '#bench/views.ts'

/** Pages by what the bench calls them. Lists show 25 rows. */
const PAGES = {
  payments: '/payments',
  overview: '/',
  customers: '/customers',
  settlements: '/settlements',
  balance: '/balance',
  'settings of payments': '/settings/payments',
}

/**
 * What pages weigh and cost: the HTML with React's copy in it, the processor's time for the payments page, pages a second
 * for four viewers, and how long a click from the list to a record and back takes in a browser. With `--against` the build of
 * another checkout runs beside this one, in turns.
 */
export async function html({ cluster, conditions, rows, against }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const figures: Figure[] = []
  const notes: string[] = []
  const one: Entrant[] = []
  const four: Entrant[] = []
  const folders = [...(against === undefined ? [] : [against]), undefined]
  const servers = []
  for (const folder of folders) {
    const server = await launch('start', instance.url, WITHOUT_WORKER, folder)
    servers.push(server)
    const name = folder === undefined ? 'this build' : 'the other build'
    const headers = { cookie: await signIn(instance, server.url) }
    const figure = (what: string, value: number, unit: Figure['unit']) =>
      figures.push({ what: `${what}, ${name}`, value, unit })
    for (const [page, path] of Object.entries(PAGES)) {
      const { html, copy } = await htmlWeight(server.url + path, headers)
      figure(`HTML of ${page}`, html / 1024, 'KB')
      figure(`React's copy in ${page}`, copy / 1024, 'KB')
    }
    const clicks = await clickThrough(server.url, headers.cookie, '/payments')
    if (clicks === null) notes.push('There is no Chromium, so clicks are not measured.')
    else figure('click to a record and back, 95th percentile', clicks, 'ms')
    const view = (viewers: number): Entrant => ({
      name,
      pid: server.pid,
      run: (seconds) => lookAt({ url: `${server.url}/payments`, headers, viewers }, seconds),
    })
    one.push(view(1))
    four.push(view(4))
  }
  const size = `${rows.toLocaleString('en')} rows`
  const outcomes = [
    await measure(`payments page, whole, 1 viewer, ${size}`, one, conditions),
    await measure(`payments page, whole, 4 viewers, ${size}`, four, conditions),
  ]
  await Promise.all(servers.map((server) => server.stop()))
  await instance.close()
  return { outcomes, plans: [], figures, notes }
}
