/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The configuration files of the papers: {@link org.isotach.config.FmconfigFile}, {@link
 * org.isotach.config.NetworkCfgFile} and {@link org.isotach.config.ShmemMapFile} read a {@link org.isotach.Topology} or
 * a {@link org.isotach.PageMap} from them. Those two types do not depend on files.
 */
package org.isotach.config;
