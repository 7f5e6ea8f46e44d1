import { group } from '../../../rpc/command/command.ts'
import { pinDates } from './dates.ts'
import { serviceLoad } from './service-load.ts'

export const swipfsPin = group('Show more about pins.', { dates: pinDates, 'service-load': serviceLoad })
