'use strict'
var swipfsParts = (function () {
  var parts = Object.create(null)
  var modules = Object.create(null)
  // Exports of the deferred parts, by part.
  var deferred = __DEFERRED__
  // The script of the deferred parts; null if they are in this one.
  var script = __SCRIPT__
  var policy

  // The Content Security Policy of the worker's script applies in it, and may require Trusted Types.
  function load (name) {
    var rules = {
      createScriptURL: function (url) {
        return url
      }
    }
    policy = policy || (self.trustedTypes ? self.trustedTypes.createPolicy('swipfs', rules) : rules)
    importScripts(policy.createScriptURL(name + '?__VERSION__'))
  }

  function evaluate (name, module) {
    if (parts[name] == null && script != null && deferred[name] != null) {
      load(script)
    }
    if (parts[name] == null) {
      throw new Error(name + ' is not there')
    }
    parts[name](module, module.exports, swipfsParts.require)
    return module
  }

  // Evaluates a part when one of its exports is first read, as `import defer` of TC39 does.
  function defer (name, names) {
    var module = { exports: {} }
    names.forEach(function (key) {
      Object.defineProperty(module.exports, key, {
        configurable: true,
        enumerable: true,
        get: function () {
          names.forEach(function (other) {
            delete module.exports[other]
          })
          return evaluate(name, module).exports[key]
        }
      })
    })
    return module
  }

  return {
    define: function (name, version, run) {
      if (version !== '__VERSION__') {
        throw new Error(name + ' is of another version than the worker')
      }
      parts[name] = run
    },
    has: function (name) {
      return name in parts
    },
    load: load,
    loadDeferred: function () {
      if (script != null && parts[Object.keys(deferred)[0]] == null) {
        load(script)
      }
    },
    require: function (name) {
      if (modules[name] == null) {
        if (deferred[name] != null) {
          modules[name] = defer(name, deferred[name])
        } else {
          modules[name] = { exports: {} }
          evaluate(name, modules[name])
        }
      }
      return modules[name].exports
    }
  }
})()
