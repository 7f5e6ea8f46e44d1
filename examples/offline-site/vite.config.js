import { swipfs } from 'swipfs/vite'

export default {
  plugins: [swipfs()],
  build: { rolldownOptions: { input: ['index.html', 'about/index.html'] } }
}
