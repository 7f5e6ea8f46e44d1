import { swipfs } from 'swipfs/vite'

export default { plugins: [swipfs()] }
