import { resolve } from 'node:path'

/** Packages of peers, which the project doesn't depend on: they are installed beside it, on request. */
const FOLDER = '.test/peers'

export const POSTGRAPHILE = {
  folder: resolve(FOLDER, 'node_modules/postgraphile'),
  install: `npm install --prefix ${FOLDER} postgraphile@4`,
}
