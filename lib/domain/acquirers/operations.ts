import { askAcquirer, receiveNotification } from '#lib/domain/bank-notifications.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { addAcquirer, addGateway, testAcquirer } from './add.ts'
import { fetchAcquirerCalls, getAcquirerDetails, listAcquirers } from './get-details.ts'
import { rotateGatewayCredentials } from './rotate-credentials.ts'
import { rotateAcquirerSecret, setDirectCollection, stopAcquirer, useAcquirer } from './use.ts'

export const acquirerOperations: readonly Operation[] = [
  listAcquirers,
  getAcquirerDetails,
  fetchAcquirerCalls,
  addAcquirer,
  addGateway,
  testAcquirer,
  useAcquirer,
  stopAcquirer,
  setDirectCollection,
  rotateAcquirerSecret,
  rotateGatewayCredentials,
  receiveNotification,
  askAcquirer,
]
