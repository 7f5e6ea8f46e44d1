'use strict'
var swipfsParts = (function () {
  var parts = Object.create(null)
  return {
    define: function (name, version, run) {
      if (version !== '__VERSION__') {
        throw new Error(name + ' is of another version than sw.js')
      }
      parts[name] = { run: run }
    },
    has: function (name) {
      return name in parts
    },
    require: function (name) {
      var part = parts[name]
      if (part == null) {
        throw new Error(name + ' is not there')
      }
      if (part.module == null) {
        part.module = { exports: {} }
        part.run(part.module, part.module.exports, swipfsParts.require)
      }
      return part.module.exports
    }
  }
})()
