export default {
  mode: 'production',
  entry: './main.js',
  output: { filename: 'main.js', module: true, clean: true },
  experiments: { outputModule: true, topLevelAwait: true }
}
