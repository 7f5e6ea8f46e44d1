'use strict'
var swipfsParts = (function () {
  var parts = Object.create(null)
  var modules = Object.create(null)
  // Exports of the deferred parts, by part.
  var deferred = __DEFERRED__
  // Scripts of the deferred parts, by part, unless they are in sw.js.
  var scripts = __SCRIPTS__
  // The one of these scripts that every worker loads when it is installed.
  var installed = __INSTALLED__
  var policy

  // The Content Security Policy of the worker's script applies in it, and may require Trusted Types.
  function load (script) {
    var rules = {
      createScriptURL: function (url) {
        return url
      }
    }
    policy = policy || (self.trustedTypes ? self.trustedTypes.createPolicy('swipfs', rules) : rules)
    importScripts(policy.createScriptURL(script + '?__VERSION__'))
  }

  function evaluate (name, module) {
    if (parts[name] == null && scripts[name] != null) {
      load(scripts[name])
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
        throw new Error(name + ' is of another version than sw.js')
      }
      parts[name] = run
    },
    has: function (name) {
      return name in parts
    },
    load: load,
    loadDeferred: function () {
      Object.keys(scripts).forEach(function (name) {
        if (scripts[name] === installed && parts[name] == null) {
          load(installed)
        }
      })
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
